/** Sets of ids by key. A key with one id, the usual case, costs no set. */
export class Buckets {
  private readonly entries = new Map<string, string | Set<string>>()

  add(key: string, id: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) this.entries.set(key, id)
    else if (typeof entry !== 'string') entry.add(id)
    else if (entry !== id) this.entries.set(key, new Set([entry, id]))
  }

  remove(key: string, id: string): void {
    const entry = this.entries.get(key)
    if (entry === id) this.entries.delete(key)
    if (!(entry instanceof Set)) return
    entry.delete(id)
    if (entry.size === 0) this.entries.delete(key)
  }

  get(key: string): Iterable<string> {
    const entry = this.entries.get(key)
    if (entry === undefined) return []
    return typeof entry === 'string' ? [entry] : entry
  }

  count(key: string): number {
    const entry = this.entries.get(key)
    if (entry === undefined) return 0
    return typeof entry === 'string' ? 1 : entry.size
  }
}
