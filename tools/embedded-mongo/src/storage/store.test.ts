import fs, { type StatsFs } from 'node:fs'
import { appendFile, type FileHandle, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChangeSet } from './change-set'
import { documentsOf } from './collection'
import { openStore, type Store } from './store'

let directory: string
const journal = () => join(directory, 'journal')
const namespace = 'db.items'
/** The messages of the store. */
let lines: string[] = []

beforeEach(async () => {
  lines = []
  directory = await mkdtemp(join(tmpdir(), 'embedded-mongo-store-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function withStore<Result>(run: (store: Store) => Promise<Result> | Result): Promise<Result> {
  const store = await openStore({ directory, log: (line) => lines.push(line) })
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
  return change(store, (changes) => changes.put(changes.ensureCollection(namespace), { _id, text }))
}

function documents(store: Store) {
  const collection = store.collections.get(namespace)
  return collection ? documentsOf(collection) : []
}

/** The methods that all open files share, to be spied on. */
async function fileMethods(): Promise<FileHandle> {
  const handle = await open(join(directory, 'probe'), 'w')
  await handle.close()
  return Object.getPrototypeOf(handle) as FileHandle
}

const ids = (store: Store): unknown[] => documents(store).map(({ _id }) => _id)

describe('a store on disk', () => {
  it('has everything again after it was closed', async () => {
    await withStore(async (store) => {
      await change(store, (changes) => {
        const items = changes.ensureCollection(namespace)
        changes.createIndex(items, { name: 'a_1', key: { a: 1 }, unique: true })
        for (const _id of [1, 2, 3]) changes.insert(items, { _id, a: _id })
        changes.ensureCollection('db.gone')
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

  it('starts empty after a torn first command, wherever the file was cut', async () => {
    await withStore((store) => put(store, 1))
    const bytes = await readFile(journal())

    for (let cut = 1; cut < bytes.length; cut++)
      for (const end of [cut, bytes.length]) {
        await writeFile(journal(), Buffer.alloc(end).fill(bytes.subarray(0, cut), 0, cut))
        await withStore((store) => expect(ids(store)).toEqual([]))
      }
  })

  it('goes on after a torn tail of zeros or of garbage, and says what it cuts off', async () => {
    await withStore((store) => put(store, 1))

    for (const [index, tail] of [Buffer.alloc(5000), Buffer.from('OFQM garbage'.repeat(50))].entries()) {
      await appendFile(journal(), tail)
      await withStore((store) => put(store, index + 2))
    }

    await withStore((store) => expect(ids(store)).toEqual([1, 2, 3]))
    expect(lines).toEqual([
      expect.stringContaining('ended in 5000 bytes of an unfinished write'),
      expect.stringContaining('ended in 600 bytes of an unfinished write'),
    ])
  })

  it('refuses any damage of what was acknowledged', async () => {
    await withStore(async (store) => {
      for (const _id of [1, 2, 3]) await put(store, _id)
    })
    const bytes = await readFile(journal())

    for (let at = 0; at < bytes.length - 1; at += 7) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x55
      await writeFile(journal(), damaged)
      await expect(openStore({ directory })).rejects.toThrow(/journal.* is damaged at byte/)
    }
    await writeFile(journal(), bytes)
    await withStore((store) => expect(ids(store)).toEqual([1, 2, 3]))
  })

  it('refuses a file that is no journal and leaves it alone', async () => {
    for (const text of ['a text of somebody else', 'lines of somebody else\n'.repeat(2)]) {
      await writeFile(journal(), text)

      await expect(openStore({ directory })).rejects.toThrow(/is not a readable journal|is damaged at byte 0/)
      expect(await readFile(journal(), 'utf8')).toBe(text)
    }
  })

  it('refuses a journal that a whole line was taken out of', async () => {
    const ends: number[] = []
    await withStore(async (store) => {
      for (const _id of [1, 2, 3]) {
        await put(store, _id)
        ends.push((await stat(journal())).size)
      }
    })
    const bytes = await readFile(journal())
    const [first = 0, second = 0] = ends
    await writeFile(journal(), Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]))

    await expect(openStore({ directory })).rejects.toThrow(`is damaged at byte ${first}`)
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
    // A full disk leaves it empty.
    await writeFile(join(directory, 'lock'), '')

    await withStore((store) => expect(ids(store)).toEqual([1]))
  })
})

describe('a journal that has grown', () => {
  const write = (store: Store, rounds: number) =>
    change(store, (changes) => {
      const items = changes.ensureCollection(namespace)
      for (let n = 0; n < rounds; n += 1) changes.put(items, { _id: n % 10, text: `${n}` })
    })

  it('is replaced at the next start by the data alone, indexes included', async () => {
    await withStore(async (store) => {
      await change(store, (changes) => {
        changes.createIndex(changes.ensureCollection(namespace), { name: 'text_1', key: { text: 1 } })
      })
      await write(store, 12_000)
    })
    const { size } = await stat(journal())
    await withStore((store) => put(store, 10, 'later'))

    expect((await stat(journal())).size).toBeLessThan(size / 100)
    expect(((await stat(journal())).mode & 0o777).toString(8)).toBe('600')
    await withStore((store) => {
      expect(documents(store).map(({ text }) => text)).toEqual([
        ...Array.from({ length: 10 }, (_unused, n) => `${11_990 + n}`),
        'later',
      ])
      expect([...(store.collections.get(namespace)?.indexes.keys() ?? [])]).toEqual(['text_1'])
    })
  })

  it('stays what it is when a start is killed before its successor is complete', async () => {
    await withStore((store) => put(store, 1))
    await writeFile(`${journal()}.new`, 'half a snapshot')

    await withStore((store) => expect(ids(store)).toEqual([1]))
  })
})

describe('a disk that fails', () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: the disk refuses`), { code })
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  afterEach(() => jest.restoreAllMocks())

  it('acknowledges nothing before it is synced', async () => {
    const files = await fileMethods()
    await withStore(async (store) => {
      let release: () => void = () => undefined
      const synced = new Promise<void>((resolve) => (release = resolve))
      let isAcknowledged = false
      const datasync = jest.spyOn(files, 'datasync')
      const syncing = new Promise<void>((resolve) => {
        datasync.mockImplementation(() => {
          resolve()
          return synced
        })
      })
      const written = put(store, 1).then(() => (isAcknowledged = true))
      // A write that is acknowledged without a sync ends the wait as well.
      await Promise.race([syncing, written])
      for (let turn = 0; turn < 20; turn++) await settle()

      expect(datasync).toHaveBeenCalled()

      expect(isAcknowledged).toBe(false)
      release()
      await written
    })
  })

  it('takes writes again after a full disk, and keeps nothing of those it refused', async () => {
    const files = await fileMethods()
    await withStore(async (store) => {
      await put(store, 1)
      jest
        .spyOn(files, 'datasync')
        .mockRejectedValueOnce(failure('ENOSPC'))
        .mockRejectedValueOnce(failure('ENOSPC'))
      await expect(put(store, 2)).rejects.toMatchObject({ codeName: 'OutOfDiskSpace' })
      await expect(put(store, 3)).rejects.toMatchObject({ codeName: 'OutOfDiskSpace' })
      expect(ids(store)).toEqual([1])
      await put(store, 4)
    })

    await withStore((store) => expect(ids(store)).toEqual([1, 4]))
    expect(lines).toEqual([])
  })

  it('says that it is full while the disk is, and no longer when there is room', async () => {
    await withStore((store) => {
      store.journal.assertRoom()
      const { bsize } = fs.statfsSync(directory)
      const disk = jest.spyOn(fs, 'statfsSync').mockReturnValue({ bsize, bavail: 1 } as StatsFs)
      expect(() => store.journal.assertRoom()).toThrow('is full')

      disk.mockRestore()
      store.journal.assertRoom()
    })
  })

  it('refuses commands that write many documents before it refuses single writes', async () => {
    await withStore(async (store) => {
      jest.spyOn(store.memoryForMany, 'assertRoom').mockImplementation(() => {
        throw new Error('no room for many')
      })
      const changes = new ChangeSet(store)
      const collection = changes.ensureCollection(namespace)
      for (let id = 0; id < 7; id += 1) changes.put(collection, { _id: id })
      expect(() => changes.put(collection, { _id: 7 })).toThrow('no room for many')
      changes.undo()

      await put(store, 1)
      expect(ids(store)).toEqual([1])
    })
  })

  it('takes back everything that was built on a write it could not store, newest first', async () => {
    const files = await fileMethods()
    await withStore(async (store) => {
      await put(store, 1, 'stored')
      jest.spyOn(files, 'datasync').mockRejectedValueOnce(failure('ENOSPC'))
      const writes = ['a', 'b', 'c'].map((text) => put(store, 1, text))
      const outcomes = await Promise.allSettled([...writes, put(store, 2)])

      expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
      expect(documents(store)).toMatchObject([{ text: 'stored' }])
      expect(ids(store)).toEqual([1])
    })
  })

  it('refuses every write after a sync failed for another reason, until it is opened again', async () => {
    const files = await fileMethods()
    await withStore(async (store) => {
      await put(store, 1)
      jest.spyOn(files, 'datasync').mockRejectedValueOnce(failure('EIO'))
      await expect(put(store, 2)).rejects.toMatchObject({ codeName: 'OperationFailed' })
      await expect(put(store, 3)).rejects.toMatchObject({ codeName: 'OperationFailed' })
    })

    await withStore((store) => expect(ids(store)).toEqual([1]))
  })
})

describe('the files of a store', () => {
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

  it('are read by their owner alone', async () => {
    await rm(directory, { recursive: true })

    await withStore(async () => {
      expect([await modeOf(directory), await modeOf(journal())]).toEqual(['700', '600'])
    })
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
      changes.put(items, { _id: 1, a: 5 })
      changes.dropCollection(items)
      changes.ensureCollection(namespace)
      changes.undo()

      expect(ids(store)).toEqual([1])
      await expect(change(store, (next) => next.insert(items, { _id: 3, a: 5 }))).resolves.toBeUndefined()
      expect(() => new ChangeSet(store).insert(items, { _id: 4, a: 1 })).toThrow('E11000')
    })
  })
})
