import {
  addGuide,
  CHANGED_HEADER,
  getGuide,
  getGuideLog,
  getGuides,
  type Guide,
  type GuideChange,
  type GuideSource,
  type GuideSummary,
  listGuides,
  MAX_GUIDES,
  pathOf,
  previewGuide,
  readGuide,
  responsesInvalidated,
  SHOWS_HEADER,
} from '@offquad/contracts'
import { emptyDatabase, until } from '@offquad/service-kit/testing'
import { logGuideChanges } from '../src/guides/log-guide-changes'
import { startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
beforeEach(() => emptyDatabase(catalog.context.connection))
afterAll(() => catalog.close())

const CONTENT = { title: 'Reading a lease', summary: 'Before you sign.', body: '## Rent\n\nWho pays what.' }

const add = async (content: object = {}): Promise<GuideSource> =>
  (await catalog.call(addGuide.path, 'admin', { ...CONTENT, ...content })).body
const source = async (id: string): Promise<GuideSource> =>
  (await catalog.call(pathOf(readGuide, { id }), 'admin')).body
const put = (path: string, body: object) =>
  catalog.send('PUT', `/api/admin/guides/${path}`, { who: 'admin', body })
const save = ({ id, title, slug, summary, body, version }: GuideSource, changes: object = {}) =>
  put(id, { title, slug, summary, body, version, ...changes })
const setState = ({ id, version }: GuideSource, state: 'draft' | 'published') =>
  put(`${id}/state`, { version, state })
const remove = ({ id, version }: GuideSource) =>
  catalog.call(`/api/admin/guides/${id}/delete`, 'admin', { version })
const publish = async (guide: GuideSource): Promise<GuideSource> => (await setState(guide, 'published')).body
const published = async (): Promise<GuideSummary[]> => catalog.get(getGuides.path)
const open = (slug: string) => catalog.call(pathOf(getGuide, { slug }))
const log = async (): Promise<GuideChange[]> => (await catalog.call(getGuideLog.path, 'admin')).body.entries

describe('a guide', () => {
  it('is a draft that only administrators see, until it is published', async () => {
    const draft = await add()

    expect(draft).toMatchObject({ ...CONTENT, slug: 'reading-a-lease', state: 'draft', version: 1 })
    expect(await published()).toEqual([])
    expect((await open(draft.slug)).status).toBe(404)
    const { id, slug, title, summary, updatedAt } = draft
    expect((await catalog.call(listGuides.path, 'admin')).body).toEqual([
      { id, slug, title, state: 'draft', updatedAt, version: 1 },
    ])

    await publish(draft)

    expect(await published()).toEqual([{ slug, title, summary, minutes: 1, updatedAt: expect.any(String) }])
    expect((await open(draft.slug)).body).toMatchObject({
      title: draft.title,
      text: [{ tag: 'h2', id: 'about-rent' }, 'Rent', null, { tag: 'p' }, 'Who pays what.', null],
      contents: [{ id: 'about-rent', title: 'Rent' }],
    } satisfies Partial<Guide>)
  })

  it('is gone for its readers when it becomes a draft again or is deleted', async () => {
    const guide = await publish(await add())
    const { body: draft } = await setState(guide, 'draft')
    expect((await open(guide.slug)).status).toBe(404)

    expect((await remove(await publish(draft))).status).toBe(204)

    expect((await open(guide.slug)).status).toBe(404)
    expect(await published()).toEqual([])
    expect((await catalog.call(pathOf(readGuide, { id: guide.id }), 'admin')).status).toBe(404)
    expect((await catalog.call(listGuides.path, 'admin')).body).toEqual([])
    expect((await save(guide)).status).toBe(404)
    expect((await add()).slug).toBe('reading-a-lease')
  })

  it('shows its new text as soon as it is saved', async () => {
    const guide = await publish(await add())
    await open(guide.slug)

    await save(guide, { body: 'New.' })

    expect((await open(guide.slug)).body.text).toEqual([{ tag: 'p' }, 'New.', null])
  })

  it('gets a free address from its title', async () => {
    const slugs = [
      await add(),
      await add(),
      await add({ title: 'Qué? “Déposit’s” & more!' }),
      await add({ title: '家' }),
    ]

    expect(slugs.map(({ slug }) => slug)).toEqual([
      'reading-a-lease',
      'reading-a-lease-2',
      'que-deposits-more',
      'guide',
    ])
  })

  it('gets a free address when others of the same title are added at once', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, () => add()))

    expect(new Set(added.map(({ slug }) => slug)).size).toBe(8)
  })

  it('keeps its address while it is published, and shares it with no other', async () => {
    const lease = await add()
    const other = await add({ slug: 'deposits' })

    expect(await save(other, { slug: lease.slug })).toMatchObject({
      status: 409,
      body: { type: '/problems/slug-taken', errors: [{ field: 'slug' }] },
    })
    const { body: moved } = await save(lease, { slug: 'leases' })
    expect(moved.slug).toBe('leases')
    const { body } = await save(await publish(moved), { slug: 'lease' })
    expect(body).toMatchObject({ status: 400, errors: [{ field: 'slug' }] })
  })

  it.each([
    ['without a title', { title: ' \u200b ' }, 'title'],
    ['with a title that is too long', { title: 'x'.repeat(121) }, 'title'],
    ['with a summary that is too long', { summary: 'x'.repeat(301) }, 'summary'],
    ['with a text that is too long', { body: 'x'.repeat(60_001) }, 'body'],
    ['with an address that is none', { slug: '../admin' }, 'slug'],
  ])('is rejected %s', async (_case, changes, field) => {
    const response = await catalog.call(addGuide.path, 'admin', { ...CONTENT, ...changes })

    expect(response).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  it.each([
    ['summary', { summary: ' ' }],
    ['body', { body: '\n' }],
  ])('is not published without a %s', async (field, changes) => {
    const empty = await add(changes)
    expect((await setState(empty, 'published')).body.errors).toMatchObject([{ field }])

    const guide = await publish(await add())
    expect((await save(guide, changes)).body.errors).toMatchObject([{ field }])
  })

  it('is added once with the same key, however often', async () => {
    const headers = { 'idempotency-key': 'one-of-the-administrator' }
    const addWithKey = (title: string) =>
      catalog.send('POST', addGuide.path, { who: 'admin', body: { ...CONTENT, title }, headers })

    const statuses = [await addWithKey('A'), await addWithKey('A'), await addWithKey('B')]

    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 409])
    expect((await catalog.call(listGuides.path, 'admin')).body).toHaveLength(1)
  })

  it(`is one of at most ${MAX_GUIDES}`, async () => {
    const guide = await add()
    const { guides } = catalog.context
    const full = Array.from({ length: MAX_GUIDES }, () => ({ ...guide, minutes: 1, updatedAt: new Date() }))
    const list = jest.spyOn(guides, 'listAll').mockResolvedValue(full)

    expect((await catalog.call(addGuide.path, 'admin', CONTENT)).body.type).toBe('/problems/too-many-guides')
    list.mockRestore()
  })

  it('shows a preview of what is not saved', async () => {
    const { body } = await catalog.call(previewGuide.path, 'admin', { body: '# Hi' })

    expect(body).toEqual({
      text: [{ tag: 'h2', id: 'about-hi' }, 'Hi', null],
      contents: [{ id: 'about-hi', title: 'Hi' }],
      minutes: 1,
    })
    expect((await catalog.call(listGuides.path, 'admin')).body).toEqual([])
  })

  it('says in a link what it is about', async () => {
    const guide = await publish(await add())
    const preview = await catalog.get(`/api/link-previews/guide/${guide.slug}`)

    expect(preview).toMatchObject({
      title: 'Reading a lease',
      description: '1 minute to read · Before you sign.',
      image: {
        url: expect.stringMatching(/^\/api\/link-previews\/guide\/reading-a-lease\/picture\.jpg\?v=/),
      },
    })
    const picture = await fetch(catalog.url + preview.image.url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await setState(guide, 'draft')
    expect((await catalog.call(`/api/link-previews/guide/${guide.slug}`)).status).toBe(404)
  })
})

describe('two administrators', () => {
  it('do not overwrite each other’s changes without knowing', async () => {
    const guide = await add()
    await save(guide, { body: 'Of one.' })

    for (const attempt of [
      save(guide, { body: 'Of the other.' }),
      setState(guide, 'published'),
      remove(guide),
    ])
      expect(await attempt).toMatchObject({ status: 409, body: { type: '/problems/guide-changed' } })
    expect((await source(guide.id)).body).toBe('Of one.')

    const { body } = await save(await source(guide.id), { body: 'Of the other.' })
    expect(body).toMatchObject({ body: 'Of the other.', version: 3 })
  })

  it('who save at once: one does, the other is told', async () => {
    const guide = await add()

    const responses = await Promise.all(['1', '2', '3', '4'].map((body) => save(guide, { body })))

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await source(guide.id)).version).toBe(2)
  })

  it('may repeat what has been done already', async () => {
    const guide = await add()
    const first = await save(guide, { body: 'New.' })
    const draft: GuideSource = first.body

    expect((await save(guide, { body: 'New.' })).body).toEqual(first.body)
    const shown = await setState(draft, 'published')
    expect((await setState(draft, 'published')).body).toEqual(shown.body)
    expect((await remove(shown.body)).status).toBe(204)
    expect((await remove(shown.body)).status).toBe(204)
  })
})

describe('the log of guides', () => {
  it('has what was done to guides, once, by whom', async () => {
    const guide = await add()
    const { body: changed } = await save(guide, { title: 'Leases', body: 'New.' })
    await save(guide, { title: 'Leases', body: 'New.' })
    const { body: draft } = await setState(await publish(changed), 'draft')
    await remove(draft)
    await Promise.all([logGuideChanges(catalog.context), logGuideChanges(catalog.context)])

    const entries = await log()

    expect(entries.map(({ action, title }) => [action, title])).toEqual([
      ['deleted', 'Leases'],
      ['unpublished', 'Leases'],
      ['published', 'Leases'],
      ['changed', 'Leases'],
      ['added', 'Leases'],
    ])
    expect(entries[3]).toEqual({
      id: expect.any(String),
      date: expect.any(String),
      adminId: 'adm',
      guideId: guide.id,
      title: 'Leases',
      action: 'changed',
    })
  })
})

describe('cached responses about guides', () => {
  it('are invalidated by changes of guides, and by nothing else of the catalog', async () => {
    const heard: unknown[] = []
    await catalog.context.events.subscribe(
      responsesInvalidated,
      ({ resources }) => void heard.push(resources),
    )
    const guide = await publish(await add())
    const shown = await Promise.all(
      [getGuides.path, pathOf(getGuide, guide)].map((path) => catalog.call(path)),
    )
    const saved = await setState(guide, 'draft')
    await until(() => heard.length > 0)

    expect(shown.map(({ headers }) => headers.get(SHOWS_HEADER))).toEqual(['guide/all', 'guide/all'])
    expect(saved.headers.get(CHANGED_HEADER)).toBe('guide/all')
    expect(heard[0]).toEqual(['guide/all'])
  })
})
