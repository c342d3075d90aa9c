import { CommandFailure } from '../command-failure'

/**
 * In development anyone can sign in as anyone; that NODE_ENV is production is refused before, by bootstrap.mjs.
 * @throws CommandFailure where real people are to sign in, with what to do instead
 */
export function refuseGoogle({ GOOGLE_CLIENT_ID }: NodeJS.ProcessEnv): void {
  if (GOOGLE_CLIENT_ID?.endsWith('.apps.googleusercontent.com'))
    throw new CommandFailure(
      'npm start runs Offquad for development, and GOOGLE_CLIENT_ID is a client of Google, whose accounts are real. Unset it to sign in with demo accounts; for production run the images: see docs/operating.md.',
    )
}
