import { appendFile, chmod, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChangeSet } from './change-set'
import { openStore, type Store } from './store'

let directory: string
const journal = () => join(directory, 'journal')
const namespace = 'db.items'

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'embedded-mongo-store-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function withStore<Result>(
  run: (store: Store) => Promise<Result> | Result,
  compactAfterBytes?: number,
): Promise<Result> {
  const store = await openStore({ directory, compactAfterBytes })
  try {
    return await run(store)
  } finally {
    await store.close()
  }
}

function change(store: Store, apply: (changes: ChangeSet) => void): Promise<void> {
  const changes = new ChangeSet(store)
  apply(changes)
  return changes.commit()
}

function put(store: Store, _id: number, text = ''): Promise<void> {
  return change(store, (changes) => changes.replace(changes.ensureCollection(namespace), { _id, text }))
}

function ids(store: Store): unknown[] {
  return [...(store.collections.get(namespace)?.documents.values() ?? [])].map(({ _id }) => _id)
}

describe('a store on disk', () => {
  it('has everything again after it was closed', async () => {
    await withStore(async (store) => {
      await change(store, (changes) => {
        const items = changes.ensureCollection(namespace)
        changes.createIndex(items, { name: 'a_1', key: { a: 1 }, unique: true })
        for (const _id of [1, 2, 3]) changes.insert(items, { _id, a: _id })
        changes.createCollection('db.gone')
      })
      await change(store, (changes) => {
        const items = changes.ensureCollection(namespace)
        changes.remove(items, { _id: 2 })
        changes.dropCollection(changes.ensureCollection('db.gone'))
      })
    })

    await withStore((store) => {
      expect(ids(store)).toEqual([1, 3])
      expect([...store.collections.keys()]).toEqual([namespace])
      const changes = new ChangeSet(store)
      expect(() => changes.insert(changes.ensureCollection(namespace), { _id: 9, a: 3 })).toThrow('E11000')
    })
  })

  it('loses only the torn last command, wherever the file was cut', async () => {
    const ends: number[] = []
    await withStore(async (store) => {
      for (const _id of [1, 2, 3]) {
        await change(store, (changes) => {
          const items = changes.ensureCollection(namespace)
          changes.insert(items, { _id })
          changes.insert(items, { _id: _id + 10 })
        })
        ends.push((await stat(journal())).size)
      }
    })
    const [, second = 0, third = 0] = ends
    const bytes = await readFile(journal())

    for (let cut = second; cut < third; cut++) {
      await writeFile(journal(), bytes.subarray(0, cut))
      await withStore((store) => expect(ids(store)).toEqual([1, 11, 2, 12]))
    }
  })

  it('goes on after a torn tail of zeros or of garbage', async () => {
    await withStore((store) => put(store, 1))

    for (const [index, tail] of [Buffer.alloc(5000), Buffer.from('OFQM garbage'.repeat(50))].entries()) {
      await appendFile(journal(), tail)
      await withStore((store) => put(store, index + 2))
    }

    await withStore((store) => expect(ids(store)).toEqual([1, 2, 3]))
  })

  it('refuses any damage before data that was acknowledged later', async () => {
    await withStore(async (store) => {
      for (const _id of [1, 2, 3]) await put(store, _id)
    })
    const bytes = await readFile(journal())
    const sizeOfLast = 110

    for (let at = 0; at < bytes.length - sizeOfLast; at += 7) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x55
      await writeFile(journal(), damaged)
      await expect(openStore({ directory })).rejects.toThrow(
        /journal.*(is damaged at byte|is not a readable journal)/,
      )
    }
    await writeFile(journal(), bytes)
    await withStore((store) => expect(ids(store)).toEqual([1, 2, 3]))
  })

  it('refuses a file that is no journal and leaves it alone', async () => {
    await writeFile(journal(), 'a text of somebody else\n'.repeat(100))

    await expect(openStore({ directory })).rejects.toThrow('is not a readable journal')
    expect((await stat(journal())).size).toBe(2400)
  })

  it('starts over when not even the first frame was finished', async () => {
    await withStore(() => undefined)
    await truncate(journal(), 30)

    await withStore((store) => put(store, 1))

    await withStore((store) => expect(ids(store)).toEqual([1]))
  })

  it('cannot be opened twice', async () => {
    await withStore(async () => {
      await expect(openStore({ directory })).rejects.toThrow('is in use by process')
    })
  })

  it('takes over the lock of a process that is gone', async () => {
    await writeFile(join(directory, 'lock'), '999999999 boot/1')
    await withStore((store) => put(store, 1))
    // The number may belong to somebody else by now: the start time tells.
    await writeFile(join(directory, 'lock'), `${process.pid} boot/1`)

    await withStore((store) => expect(ids(store)).toEqual([1]))
  })
})

describe('compaction', () => {
  const text = 'x'.repeat(1000)

  it('keeps the file in proportion to the live data', async () => {
    await withStore(async (store) => {
      for (let round = 0; round < 400; round++) await put(store, round % 10, `${text}${round}`)
    }, 20_000)

    expect((await stat(journal())).size).toBeLessThan(60_000)
    await withStore((store) => {
      const texts = [...(store.collections.get(namespace)?.documents.values() ?? [])].map(
        (document) => document['text'],
      )
      expect(texts).toEqual(Array.from({ length: 10 }, (_unused, index) => `${text}${390 + index}`))
    })
  })

  it('loses nothing that is written while it runs, indexes included', async () => {
    await withStore(async (store) => {
      await change(store, (changes) => {
        changes.createIndex(changes.ensureCollection(namespace), {
          name: 'text_1',
          key: { text: 1 },
          unique: true,
        })
      })
      await Promise.all(
        Array.from({ length: 20 }, async (_unused, writer) => {
          for (let n = 0; n < 60; n++) await put(store, writer, `${text}${writer}/${n}`)
        }),
      )
    }, 10_000)

    await withStore((store) => {
      const collection = store.collections.get(namespace)
      const texts = [...(collection?.documents.values() ?? [])].map((document) => document['text'])
      expect(texts.sort()).toEqual(
        Array.from({ length: 20 }, (_unused, writer) => `${text}${writer}/59`).sort(),
      )
      expect([...(collection?.indexes.keys() ?? [])]).toEqual(['text_1'])
    })
  })

  it('ignores an unfinished successor', async () => {
    await withStore((store) => put(store, 1))
    await writeFile(`${journal()}.new`, 'half a snapshot')

    await withStore((store) => expect(ids(store)).toEqual([1]))
    await expect(stat(`${journal()}.new`)).rejects.toThrow('ENOENT')
  })
})

describe('the files of a store', () => {
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

  it('are read by their owner alone, also when an earlier version made them and after compaction', async () => {
    await writeFile(journal(), '', { mode: 0o644 })
    await chmod(directory, 0o755)

    await withStore(async (store) => {
      expect([await modeOf(directory), await modeOf(journal())]).toEqual(['700', '600'])
      for (let _id = 0; _id < 20; _id += 1) await put(store, 1, 'x'.repeat(100))
    }, 500)

    expect(await modeOf(journal())).toBe('600')
  })
})

describe('a change set', () => {
  it('leaves no trace when it is undone', async () => {
    await withStore(async (store) => {
      await change(store, (changes) => {
        const items = changes.ensureCollection(namespace)
        changes.createIndex(items, { name: 'a_1', key: { a: 1 }, unique: true })
        changes.insert(items, { _id: 1, a: 1 })
      })

      const changes = new ChangeSet(store)
      const items = changes.ensureCollection(namespace)
      changes.insert(items, { _id: 2, a: 2 })
      changes.replace(items, { _id: 1, a: 5 })
      changes.dropIndex(items, 'a_1')
      changes.dropCollection(items)
      changes.createCollection(namespace)
      changes.undo()

      expect(ids(store)).toEqual([1])
      await expect(change(store, (next) => next.insert(items, { _id: 3, a: 5 }))).resolves.toBeUndefined()
      expect(() => new ChangeSet(store).insert(items, { _id: 4, a: 1 })).toThrow('E11000')
    })
  })
})
