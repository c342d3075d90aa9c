import { existsSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY, runCommand, sharedPlatform } from '../src/platform'

const REAL_LISTINGS = path.resolve(REPOSITORY, '../shared/data')
const describeWithListings = existsSync(REAL_LISTINGS) ? describe : describe.skip

describeWithListings('npm run import with real listings', () => {
  const { url, dataDir } = sharedPlatform()
  const importListings = () =>
    runCommand(
      [
        'import',
        '--apartments',
        path.join(REAL_LISTINGS, 'buildings.json'),
        '--landlords',
        path.join(REAL_LISTINGS, 'landlords.json'),
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
})
