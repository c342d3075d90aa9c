import { CommandFailure } from '../command-failure'

const ATTEMPTS = 3

interface BuildOf {
  /** For messages. */
  name: string
  build(): Promise<void>
  /** A hash of everything the build is made from. */
  readInputs(): Promise<string>
}

/**
 * Builds again while the inputs change during the build: such a build mixes two states of them, and what it says of
 * itself (calls, shared versions) may be of another state than its code.
 * @param inputs the hash the first build begins with
 * @returns the hash of what was built
 * @throws CommandFailure when the inputs change during three builds
 */
export async function buildUntilCurrent(
  { name, build, readInputs }: BuildOf,
  inputs: string,
): Promise<string> {
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
