/** Bundles a service's process entries into dist/. `folder` is absolute. */
export function bundleService(folder: string): Promise<void>

/**
 * Like bundleService, then again after every change; a failed build writes nothing.
 * @param folder absolute path of the service's folder
 * @param onBuild called after each build with the compiler's errors; empty on success
 * @returns a function that stops watching
 */
export function watchService(
  folder: string,
  onBuild: (errors: string[]) => void,
): Promise<() => Promise<void>>
