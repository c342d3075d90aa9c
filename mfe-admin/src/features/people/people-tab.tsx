import '../../components/admin.css'
import './people.css'
import { GrantForm, PeopleList } from './roles'
import { useWaitingSignIns, WaitingSignIns } from './waiting-sign-ins'

/** Who has more rights than a student, and who is waiting to sign in. */
export function PeopleTab() {
  return (
    <>
      <WaitingSignIns />
      <PeopleList />
      <GrantForm />
    </>
  )
}

/** The label of the tab, with the number of sign-ins that await a decision. */
export function PeopleTabLabel() {
  const { data } = useWaitingSignIns()
  return data && data.total > 0 ? `People (${data.total})` : 'People'
}
