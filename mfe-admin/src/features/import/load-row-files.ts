/**
 * The readers and writers of files, which are loaded when they are first needed.
 * @throws Error that says what to do, instead of naming a script
 */
export const loadRowFiles = () =>
  import('@offquad/row-files').catch(() => {
    throw new Error('A part of this page could not be loaded. Check your connection and try again.')
  })
