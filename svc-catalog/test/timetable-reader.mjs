import { tsImport } from 'tsx/esm/api'

await tsImport('../src/timetable-reader.ts', import.meta.url)
