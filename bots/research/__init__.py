"""The games for researchers: as OpenSpiel games and as PettingZoo environments, by one adapter."""
