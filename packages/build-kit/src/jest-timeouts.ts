// A bound on hanging, not on speed: a busy machine takes ten times as long for what is usually done in a second.
jest.setTimeout(120_000)
