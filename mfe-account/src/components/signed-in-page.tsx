import { type User } from '@offquad/contracts'
import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { requireUser, useUser } from '@offquad/web-kit'
import { type ReactNode } from 'react'

interface SignedInPageProps {
  title: string
  /** Tells visitors what they find here after signing in. */
  invitation: string
  children: (user: User) => ReactNode
}

/** A page for signed-in users; visitors are invited to sign in first. */
export function SignedInPage({ title, invitation, children }: SignedInPageProps) {
  const user = useUser()
  if (user) return <PageContainer key={user.uid}>{children(user)}</PageContainer>
  return (
    <PageContainer>
      <h1>{title}</h1>
      <StateMessage
        title="Please sign in."
        detail={invitation}
        action={
          <Button type="primary" onClick={() => void requireUser().catch(() => undefined)}>
            Sign in
          </Button>
        }
      />
    </PageContainer>
  )
}
