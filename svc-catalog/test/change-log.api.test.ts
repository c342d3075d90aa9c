import {
  addApartment,
  addGuide,
  addLandlord,
  type CatalogChange,
  getCatalogLog,
  getGuideLog,
} from '@offquad/contracts'
import { forgetAdministrator } from '../src/forget-administrator.job'
import { apartment, startCatalog, type TestCatalog, type Who } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
beforeEach(() => catalog.empty())
afterAll(() => catalog.close())

const readLog = async (query = '', who: Who = 'admin') => catalog.call(`${getCatalogLog.path}${query}`, who)
const entries = async (query = ''): Promise<CatalogChange[]> => (await readLog(query)).body.entries
const change = (kind: 'apartments' | 'landlords', id: string, body: object) =>
  catalog.send('PUT', `/api/admin/${kind}/${id}`, { who: 'admin', body })

describe('the log of the catalog', () => {
  it('has who added and changed which fields of apartments and landlords, newest first', async () => {
    const { body: landlord } = await catalog.call(addLandlord.path, 'admin', { name: 'Ann' })
    const { body: added } = await catalog.call(addApartment.path, 'admin', { name: 'The Mill' })
    await change('apartments', added.id, { name: 'The Old Mill', price: 1200, landlordId: landlord.id })
    await change('landlords', landlord.id, { contact: 'ann@example.org' })

    expect(await entries()).toEqual([
      {
        id: expect.any(String),
        date: expect.any(String),
        adminId: 'adm',
        kind: 'landlord',
        subjectId: landlord.id,
        name: 'Ann',
        action: 'changed',
        fields: ['contact'],
      },
      expect.objectContaining({
        kind: 'apartment',
        name: 'The Old Mill',
        action: 'changed',
        fields: expect.arrayContaining(['name', 'price', 'landlordId']),
      }),
      expect.objectContaining({ kind: 'apartment', subjectId: added.id, action: 'added' }),
      expect.objectContaining({ kind: 'landlord', subjectId: landlord.id, action: 'added' }),
    ])
  })

  it('has no entry for edits without changes, rejected edits and imports', async () => {
    await catalog.importApartments(apartment('a1', { name: 'The Mill' }))
    await change('apartments', 'a1', { name: 'The Mill' })
    await change('apartments', 'a1', { price: 'cheap' })

    expect(await entries()).toEqual([])
  })

  it('does not name administrators whose accounts were deleted, and neither does that of guides', async () => {
    await catalog.call(addLandlord.path, 'admin', { name: 'Ann' })
    await catalog.call(addGuide.path, 'admin', {
      title: 'Leases',
      summary: 'Before you sign.',
      body: 'Rent.',
    })

    await forgetAdministrator(catalog.context, { userId: 'adm' })

    const { body } = await catalog.call(getGuideLog.path, 'admin')
    expect([...(await entries()), ...body.entries].map(({ adminId }) => adminId)).toEqual([
      'former-administrator',
      'former-administrator',
    ])
  })

  it('comes a page at a time, which entries added meanwhile do not shift', async () => {
    await catalog.importApartments(apartment('a1', { name: 'The Mill' }))
    for (const price of [1000, 1100, 1200]) await change('apartments', 'a1', { price })
    const [first, second, third] = await entries()
    await change('apartments', 'a1', { price: 1300 })

    expect(await entries(`?after=${first?.id}&size=1`)).toEqual([second])
    expect((await readLog(`?after=${second?.id}`)).body).toEqual({ entries: [third], total: 4 })
    expect(await entries('?adminId=another')).toEqual([])
  })
})
