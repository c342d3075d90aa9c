/** Ends a command with a sentence for the person who ran it: what is wrong and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  constructor(
    sentence: string,
    readonly exitCode = 1,
  ) {
    super(sentence)
  }
}
