// Only to end tests that hang: a busy machine can take ten times as long as usual.
jest.setTimeout(120_000)
