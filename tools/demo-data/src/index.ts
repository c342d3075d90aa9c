export { loadDemoGuides } from './demo-guides'
export { loadDemoList } from './demo-list'
export {
  DemoDataError,
  type DemoPlatform,
  demoAccounts,
  loadDemoActivity,
  signInDemoUsers,
} from './demo-users'
export { writeImportFiles } from './write-import-files'
export { writeTimetable } from './timetable'
