import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import stopsInTown from '../data/bus-stops.json'
import { offset } from './offset'

/**
 * Writes invented buses as a GTFS feed: a line from each neighborhood of the demo to the landmarks. Their names say that
 * they are no real ones.
 * @param tables folder of the tables that are the same wherever the university is
 * @param folder of the feed
 */
export async function writeTimetable(
  tables: string,
  folder: string,
  { areas, landmarks, mapCenter }: University,
): Promise<void> {
  const withAreas = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, area: string) => areas.find(({ id }) => id === area)?.name ?? 'East')

  await mkdir(folder, { recursive: true })
  for (const file of await readdir(tables))
    await writeFile(path.join(folder, file), withAreas(await readFile(path.join(tables, file), 'utf8')))
  const stops = [
    ...stopsInTown.map(({ id, name, northKm, eastKm }) => ({
      id,
      name: withAreas(name),
      ...offset(mapCenter, northKm, eastKm),
    })),
    ...Object.entries(landmarks).map(([id, landmark]) => ({ id, ...landmark })),
  ]
  const rows = stops.map(
    ({ id, name, latitude, longitude }) => `${id},"${name.replaceAll('"', '""')}",${latitude},${longitude}\n`,
  )
  await writeFile(path.join(folder, 'stops.txt'), `stop_id,stop_name,stop_lat,stop_lon\n${rows.join('')}`)
}
