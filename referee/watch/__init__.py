"""`referee watch`: a game that is played elsewhere, shown live to those who cannot see the laptop. It only reads."""
