import pandas as pd

N = 4
Frame = pd.DataFrame
