import '../../components/admin.css'
import './people.css'
import { GrantForm } from './grant-form'
import { PeopleList } from './people-list'
import { WaitingSignIns } from './waiting-sign-ins'

/** Who has more rights than a student, and who gets them. */
export function PeopleTab() {
  return (
    <>
      <WaitingSignIns />
      <PeopleList />
      <GrantForm />
    </>
  )
}
