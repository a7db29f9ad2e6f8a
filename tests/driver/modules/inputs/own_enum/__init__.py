from .kinds import Kind
