import { unsubscribeFromAlerts } from '@offquad/contracts'
import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { api, paths, usePageTitle } from '@offquad/web-kit'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { attempt } from '../components/attempt'

/** Ends an account's mails, even signed out. Asks for confirmation first, because programs open the links of mails, too. */
export function UnsubscribePage() {
  usePageTitle('Alerts by mail')
  const { token = '' } = useParams()
  const [isDone, setIsDone] = useState(false)

  async function end(): Promise<void> {
    if (await attempt(() => api(unsubscribeFromAlerts, { params: { token } }))) setIsDone(true)
  }

  return (
    <PageContainer>
      <h1>Alerts by mail</h1>
      {isDone ? (
        <StateMessage
          title="These mails have ended."
          detail="Your alerts are still on the site, under Alerts."
          action={<Link to={paths.home()}>Home</Link>}
        />
      ) : (
        <StateMessage
          title="End the mails with alerts?"
          detail="Your saved searches stay, and so do the alerts on the site."
          action={
            <Button type="primary" onClick={() => void end()}>
              End these mails
            </Button>
          }
        />
      )}
    </PageContainer>
  )
}
