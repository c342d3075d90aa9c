/** The part of sharp's module that is configured here. */
interface SharpSettings {
  block(options: { operation: string[] }): void
  unblock(options: { operation: string[] }): void
  cache(isOn: boolean): unknown
  concurrency(threads: number): number
}

/**
 * Loads sharp on first use, as most processes never decode a picture. Once only: loading blocks all decoders for a moment, also
 * for pictures that other threads are decoding. The settings apply to the whole process, so create one loader per process.
 * @param load `() => import('sharp')`
 * @param decoders names in libvips without "VipsForeignLoad": ['Jpeg', 'Png']; all others are blocked
 */
export function createSharpLoader<Sharp extends SharpSettings>(
  load: () => Promise<{ default: Sharp }>,
  decoders: readonly string[],
): () => Promise<Sharp> {
  let loading: Promise<Sharp> | undefined

  async function loadAndSetUp(): Promise<Sharp> {
    const { default: sharp } = await load()
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders.map((decoder) => `VipsForeignLoad${decoder}`) })
    sharp.cache(false)
    // Several concurrent pictures use the cores better than several threads for one.
    sharp.concurrency(1)
    return sharp
  }

  return () => (loading ??= loadAndSetUp())
}
