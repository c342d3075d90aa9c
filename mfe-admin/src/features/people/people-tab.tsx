import '../../components/admin.css'
import { GrantForm, PeopleList } from './roles'
import { WaitingSignIns } from './waiting-sign-ins'

/** People with more rights than a student, and sign-ins that wait for approval. */
export function PeopleTab() {
  return (
    <>
      <WaitingSignIns />
      <PeopleList />
      <GrantForm />
    </>
  )
}
