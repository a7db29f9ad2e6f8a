import settings

settings.M = 5
