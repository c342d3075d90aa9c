/** Ends a command with a message for the person who ran it: what is wrong and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}
