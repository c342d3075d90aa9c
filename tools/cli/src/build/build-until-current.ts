import { CommandFailure } from '../command-failure'

const ATTEMPTS = 3

interface Build {
  /** For messages. */
  name: string
  build(): Promise<void>
  /** A hash of everything the build is made from. */
  readInputs(): Promise<string>
}

/**
 * Repeats the build while its inputs change during it: such a build mixes two states of them, and its description of
 * itself (calls, shared versions) may not match its code.
 * @param inputs the hash the first build begins with
 * @returns the hash of what was built
 * @throws CommandFailure when the inputs change during three builds
 */
export async function buildUntilCurrent({ name, build, readInputs }: Build, inputs: string): Promise<string> {
  let before = inputs
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await build()
    const after = await readInputs()
    if (after === before) return after
    before = after
  }
  throw new CommandFailure(
    `${name} changed during each of ${ATTEMPTS} builds: build it again when its files stay as they are.`,
  )
}
