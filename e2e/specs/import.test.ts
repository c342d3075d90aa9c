import { existsSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY, runCommand, sharedPlatform } from '../src/platform'

const REAL_LISTINGS = path.resolve(REPOSITORY, '../shared/data')
const describeWithListings = existsSync(REAL_LISTINGS) ? describe : describe.skip

describeWithListings('npm run import with real listings', () => {
  const { url, dataDir } = sharedPlatform()
  const importListings = (...options: string[]) =>
    runCommand(
      [
        'import',
        '--apartments',
        path.join(REAL_LISTINGS, 'buildings.json'),
        '--landlords',
        path.join(REAL_LISTINGS, 'landlords.json'),
        ...options,
      ],
      { DATA_DIR: dataDir },
    ).result
  const countPerArea = async () => {
    const areas = ['collegetown', 'downtown', 'west', 'north', 'other']
    const lists = await Promise.all(
      areas.map(
        async (area) =>
          (await fetch(`${url}/api/location/${area}/`)).json() as Promise<{ buildingData: { id: string } }[]>,
      ),
    )
    return lists.map((list) => list.filter(({ buildingData }) => /^\d+$/.test(buildingData.id)).length)
  }

  it('reports the outcome without changing anything in a dry run', async () => {
    const { code, stdout } = await importListings('--dry-run')

    expect(code).toBe(0)
    expect(stdout).toMatch(/dry run/i)
    // The landlords of the same import are not stored, but count as existing.
    expect(stdout.match(/landlord \d+ does not exist/g)).toHaveLength(6)
    expect(await countPerArea()).toEqual([0, 0, 0, 0, 0])
  })

  it('imports every row, reports the 6 dangling landlords and changes nothing the second time', async () => {
    const first = await importListings()

    expect(first.code).toBe(0)
    expect(first.stdout).toMatch(/244/)
    expect(first.stdout).toMatch(/32/)
    expect(first.stdout.match(/landlord \d+ does not exist/g)).toHaveLength(6)
    // OTHER has no page, but its listings can be found.
    expect((await countPerArea()).slice(0, 4)).toEqual([143, 44, 25, 14])

    const second = await importListings()

    expect(second.code).toBe(0)
    expect(second.stdout).toMatch(/unchanged\D*244|244\D*unchanged/)
  })

  it('serves a page and empty travel times for a listing without coordinates', async () => {
    const travelTimes = (await (await fetch(`${url}/api/travel-times-by-id/1`)).json()) as object
    const page = await fetch(`${url}/apartment/1`, { headers: { accept: 'text/html' } })

    expect(Object.values(travelTimes)).toEqual([null, null, null, null, null, null])
    expect(page.status).toBe(200)
  })
})
