import '../../components/admin.css'
import './people.css'
import { GrantForm, PeopleList } from './roles'
import { WaitingSignIns } from './waiting-sign-ins'

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
