import {
  getAdministrators,
  getPeople,
  getReleases,
  isolated,
  lookUp,
  type Person,
  type Role,
  setRole,
} from '@offquad/contracts'
import { Button, Choice, Dialog, showToast, TextField } from '@offquad/ui'
import {
  api,
  apiQuery,
  invalidateReads,
  queryFailure,
  university,
  useForm,
  withRecentSignIn,
} from '@offquad/web-kit'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup } from '../../components/checkbox-group'
import { formatDateTime } from '../../components/format-date-time'
import { Section } from '../../components/section'
import { useFocusNeighbor } from '../../components/use-focus-neighbor'
import { Confirmation, type ConfirmationProps } from './confirmation'

const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administrator',
  developer: 'Developer',
  student: 'No role',
}

/** The name of a role, or its id if only a newer service knows it. */
export const roleName = (role: string): string => lookUp(ROLE_NAMES, role) ?? role

function usePeople() {
  return useInfiniteQuery({
    queryKey: [getPeople.path],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api(getPeople, { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next,
    // Another administrator may have changed a role since.
    staleTime: 0,
  })
}

/** Grants or revokes a role, after signing in again if the last sign-in is too long ago. */
function useSetRole(): (email: string, role: Role, slices?: string[]) => Promise<Person> {
  const client = useQueryClient()
  return (email, role, slices) =>
    withRecentSignIn(role === 'student' ? 'revoke a role' : 'grant a role', () =>
      api(setRole, { body: { email, role, ...(slices && { slices }) } }),
    ).finally(() => invalidateReads(client, [getPeople, getAdministrators]))
}

/** Lists everyone with a role, with buttons to revoke roles. */
export function PeopleList() {
  const people = usePeople()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = people
  const [revoking, setRevoking] = useState<Person>()
  const close = () => setRevoking(undefined)
  const setRole = useSetRole()
  async function revoke({ email, displayName }: Person): Promise<string> {
    await setRole(email, 'student')
    return `${isolated(displayName ?? email)} no longer has a role.`
  }
  const onFocus = useFocusNeighbor()
  return (
    <Section
      title="People with a role"
      count={data?.pages[0]?.total}
      empty="No one has a role yet."
      failure={queryFailure(people)}
    >
      <ul className="admin-entries admin-rows" onFocus={onFocus}>
        {data?.pages
          .flatMap((page) => page.items)
          .map((person) => (
            <PersonItem key={person.email} person={person} onRevoke={() => setRevoking(person)} />
          ))}
      </ul>
      {hasNextPage && (
        <p className="offquad-more offquad-cluster">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
      <Dialog title="Revoke this role?" width={480} isOpen={revoking !== undefined} onClose={close}>
        {revoking && (
          <Loss person={revoking} action="Revoke" confirm={() => revoke(revoking)} onClose={close} />
        )}
      </Dialog>
    </Section>
  )
}

interface PersonItemProps {
  person: Person
  onRevoke: () => void
}

function PersonItem({ person, onRevoke }: PersonItemProps) {
  const { email, displayName, role, slices, lastSeenAt, isLastAdministrator } = person
  return (
    <li tabIndex={-1}>
      <div className="admin-item">
        <header>
          <h3 dir="auto">{displayName ?? email}</h3>
          <span>{slices ? `Engineer of ${slices.join(', ')}` : roleName(role)}</span>
        </header>
        <p className="offquad-soft">
          {displayName !== undefined && `${email} · `}
          {lastSeenAt ? `Last seen ${formatDateTime(lastSeenAt)}` : 'Has not signed in yet'}
        </p>
        <SettingsNote person={person} />
        {isLastAdministrator && (
          <p className="offquad-soft">
            This is the last administrator who has signed in. Make another person an administrator first, and
            have them sign in.
          </p>
        )}
      </div>
      {role !== 'student' && !isLastAdministrator && (
        <Button onClick={onRevoke} aria-label={`Revoke the role of ${isolated(displayName ?? email)}`}>
          Revoke
        </Button>
      )}
    </li>
  )
}

const SETTINGS = { admin: 'ADMIN_EMAILS', developer: 'DEVELOPER_EMAILS', student: '' }

/** Whether the site's settings grant the role, and whether a decision overrides them. */
function SettingsNote({ person: { role, configuredRole, decidedAt } }: { person: Person }) {
  if (configuredRole === undefined) return null
  const setting = <code>{lookUp(SETTINGS, configuredRole) ?? configuredRole}</code>
  if (!decidedAt) return <p className="offquad-soft">By the setting {setting}</p>
  if (role === configuredRole) return <p className="offquad-soft">Also named in the setting {setting}</p>
  return (
    <p className="offquad-soft">
      {role === 'student' ? 'Revoked here' : 'Decided here'}, although the setting {setting} still names this
      address. Remove it there as well.
    </p>
  )
}

/** Asks before someone loses a role. */
const Loss = ({ person: { email, displayName, role, slices }, ...confirmation }: LossProps) => (
  <Confirmation {...confirmation}>
    {displayName ?? email} ({email}) will no longer be{' '}
    {role === 'admin' ? 'an administrator' : slices ? 'an engineer' : 'a developer'} and is signed out on all
    devices within seconds.
  </Confirmation>
)

type LossProps = ConfirmationProps & { person: Person }

/** The roles that can be granted: an engineer is a developer with slices. */
const GRANTABLE = { developer: 'Developer', engineer: 'Engineer', admin: 'Administrator' } as const

async function findAdministrator(email: string, cursor?: string): Promise<Person | undefined> {
  const { items, next } = await api(getPeople, { query: { role: 'admin', ...(cursor && { cursor }) } })
  const administrator = items.find((person) => person.email === email.trim().toLowerCase())
  return administrator ?? (next ? findAdministrator(email, next) : undefined)
}

/** Grants a role by e-mail address; its owner need not have signed in yet. */
export function GrantForm() {
  const { emailDomain } = university()
  const setRole = useSetRole()
  const [email, setEmail] = useState('')
  const [role, setChosenRole] = useState<keyof typeof GRANTABLE>('developer')
  const [slices, setSlices] = useState<string[]>([])
  const releases = useQuery({ ...apiQuery(getReleases), enabled: role === 'engineer' })
  const [demoted, setDemoted] = useState<Person>()
  async function grant(): Promise<string> {
    const person =
      role === 'engineer'
        ? await setRole(email.trim(), 'developer', slices)
        : await setRole(email.trim(), role)
    setEmail('')
    return `${isolated(person.displayName ?? person.email)}: ${GRANTABLE[role]}`
  }
  const { formProps, errorOf, isSending } = useForm({
    values: { email, role, slices },
    validate: (values) => [
      ...(values.email.trim().toLowerCase().endsWith(`@${emailDomain}`)
        ? []
        : [{ field: 'email', message: `Please enter an address that ends with @${emailDomain}.` }]),
      ...(values.role === 'engineer' && values.slices.length === 0
        ? [{ field: 'slices', message: 'Please choose at least one slice.' }]
        : []),
    ],
    async send() {
      const administrator = role === 'admin' ? undefined : await findAdministrator(email)
      if (administrator) setDemoted(administrator)
      else showToast('success', await grant())
    },
  })
  return (
    <section className="offquad-section" aria-labelledby="grant">
      <h2 id="grant">Grant a role</h2>
      <p className="offquad-soft">
        Developers can load slices from their own machine into the pages. Engineers see all releases, and
        promote or take back those of their slices. Administrators moderate reviews and manage data and
        people. A person whose role changes has to sign in again.
      </p>
      <form {...formProps} className="offquad-stack" style={{ maxWidth: 480 }}>
        <TextField
          label="E-mail address"
          type="email"
          value={email}
          maxLength={254}
          isRequired
          error={errorOf('email')}
          hint={`@${emailDomain}; they need not have signed in yet`}
          onChange={setEmail}
        />
        <Choice
          label="Role"
          value={role}
          options={(['developer', 'engineer', 'admin'] as const).map((value) => ({
            value,
            label: GRANTABLE[value],
          }))}
          onChange={setChosenRole}
        />
        {role === 'engineer' && (
          <CheckboxGroup
            legend="Slices"
            options={(releases.data ?? []).map(({ app }) => ({ value: app, label: app }))}
            value={slices}
            error={releases.error ? 'The slices cannot be loaded right now.' : errorOf('slices')}
            onChange={setSlices}
          />
        )}
        <Button type="primary" htmlType="submit" loading={isSending} style={{ justifySelf: 'start' }}>
          Grant
        </Button>
      </form>
      <Dialog
        title="Grant a lower role?"
        width={480}
        isOpen={demoted !== undefined}
        onClose={() => setDemoted(undefined)}
      >
        {demoted && (
          <Loss
            person={demoted}
            action={`Make them ${role === 'engineer' ? 'an engineer' : 'a developer'}`}
            confirm={grant}
            onClose={() => setDemoted(undefined)}
          />
        )}
      </Dialog>
    </section>
  )
}
