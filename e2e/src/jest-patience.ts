// A browser on a busy machine with two cores: generous, because every wait is for a condition.
jest.setTimeout(120_000)
