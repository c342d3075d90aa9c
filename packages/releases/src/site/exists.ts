import { access } from 'node:fs/promises'

/** Whether a file or folder can be accessed. */
export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
