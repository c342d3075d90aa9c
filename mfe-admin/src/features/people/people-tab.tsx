import '../../components/admin.css'
import './people.css'
import { GrantForm } from './grant-form'
import { PeopleList } from './people-list'

/** Who has more rights than a student, and who gets them. */
export function PeopleTab() {
  return (
    <>
      <PeopleList />
      <GrantForm />
    </>
  )
}
