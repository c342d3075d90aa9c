import { PendingBuildings } from './pending-buildings'
import { Questions } from './questions'

export function ContactTab() {
  return (
    <>
      <PendingBuildings />
      <Questions />
    </>
  )
}
