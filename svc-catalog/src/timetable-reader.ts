// The thread in which openTransit reads a feed: posts the timetable, or ends with the reason why there is none.
import { parentPort, workerData } from 'node:worker_threads'
import { openFeedFiles } from './geography/transit/feed-files'
import { readTimetable } from './geography/transit/read-timetable'

const { file, today } = workerData as { file: string; today: number }
const feed = await openFeedFiles(file)
const timetable = await readTimetable(feed, today)
feed.close()
parentPort?.postMessage(timetable)
