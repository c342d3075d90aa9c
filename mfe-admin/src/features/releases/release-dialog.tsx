import './releases.css'
import { endPreview, markVersionBad, pauseCanary, promoteCanary, rollBack } from '@offquad/contracts'
import { Button, Dialog, showToast, TextField } from '@offquad/ui'
import { api, type ProblemError, useForm } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** An administrator's change of an app's versions. */
export interface ReleaseAction {
  kind: 'promote' | 'take back' | 'go to' | 'pause' | 'mark bad' | 'end preview'
  app: string
  /** The version to change; for `go to` the version to make live. */
  version: string
  /** The live version; absent if no version of the app is live. */
  live?: string
}

interface ActionSteps {
  title: string
  effect: string
  button: string
  send: (more: { reason?: string; dryRun?: boolean }) => Promise<unknown>
}

function stepsOf({ kind, app, version, live }: ReleaseAction): ActionSteps {
  const current = live ?? 'what is live'
  // The calls also accept a deploy token, so the administrator's token is not sent by default.
  const call = { params: { app }, asUser: true }
  switch (kind) {
    case 'promote':
      return {
        title: `Promote the canary of ${app}?`,
        effect: `All visitors get ${version} instead of ${current}, at once.`,
        button: 'Promote',
        send: (more) => api(promoteCanary, { ...call, body: { version, ...more } }),
      }
    case 'take back':
      return {
        title: `Take the canary of ${app} back?`,
        effect: `Everyone gets ${current} again, at once. ${version} is marked as bad.`,
        button: 'Take it back',
        send: (more) => api(rollBack, { ...call, body: { ...(live && { to: live }), ...more } }),
      }
    case 'go to':
      return {
        title: `Change what is live of ${app}?`,
        effect: `Everyone gets ${version} instead of ${current}, at once. With an earlier version, ${current} is marked as bad.`,
        button: `Make ${version} live`,
        send: (more) => api(rollBack, { ...call, body: { to: version, ...more } }),
      }
    case 'pause':
      return {
        title: `Pause the canary of ${app}?`,
        effect: `${version} keeps its share of visitors until someone promotes it or takes it back. It is still taken back by itself when it fails.`,
        button: 'Pause',
        send: ({ reason = '' }) => api(pauseCanary, { ...call, body: { version, reason } }),
      }
    case 'mark bad':
      return {
        title: `Mark ${app} ${version} as bad?`,
        effect: 'It is deployed again only when its team insists, and no automatic rollback leads to it.',
        button: 'Mark as bad',
        send: ({ reason = '' }) => api(markVersionBad, { ...call, body: { version, reason } }),
      }
    case 'end preview':
      return {
        title: `End the preview of ${app} ${version}?`,
        effect: 'Its link shows what everyone gets. The team can make another.',
        button: 'End preview',
        send: () => api(endPreview, { ...call, body: { version } }),
      }
  }
}

/** They are tried first, without changing anything. */
const CHANGES_OF_LIVE: ReleaseAction['kind'][] = ['promote', 'take back', 'go to']

interface ReleaseDialogProps {
  action: ReleaseAction
  onChange: () => void
  onClose: () => void
}

/** Shows the effect of a change, or why it is refused, and asks for a reason, which the history keeps. */
export function ReleaseDialog({ action, onChange, onClose }: ReleaseDialogProps) {
  const { title, effect, button, send } = stepsOf(action)
  const { isFetching: isChecking, error: refusal } = useQuery<unknown, ProblemError>({
    queryKey: ['release-dry-run', action],
    queryFn: () => send({ dryRun: true }),
    enabled: CHANGES_OF_LIVE.includes(action.kind),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  // A preview leaves no trace in the history.
  const isRecorded = action.kind !== 'end preview'
  const [reason, setReason] = useState('')
  const { formProps, errorOf, isSending } = useForm({
    values: { reason },
    validate: (values) =>
      isRecorded && values.reason.trim() === ''
        ? [{ field: 'reason', message: 'Please say why: the team reads it.' }]
        : [],
    send: async (values) => {
      await send({ reason: values.reason.trim() })
      showToast('success', `${action.app}: done.`)
      onChange()
      onClose()
    },
  })
  return (
    <Dialog title={title} width={520} isOpen onClose={onClose}>
      <form {...formProps} className="offquad-stack">
        <p>{effect}</p>
        {isChecking && <p className="offquad-soft">Trying it without changing anything…</p>}
        {refusal && (
          <p role="alert" className="admin-alert">
            {refusal.status === 0 ? refusal.message : `It would be refused: ${refusal.message}`}
          </p>
        )}
        {isRecorded && (
          <TextField
            label="Reason"
            value={reason}
            maxLength={300}
            isRequired
            error={errorOf('reason')}
            onChange={setReason}
          />
        )}
        <p className="offquad-cluster">
          <Button
            type="primary"
            danger={action.kind !== 'promote' && action.kind !== 'pause'}
            htmlType="submit"
            loading={isSending}
            disabled={isChecking || refusal !== null}
          >
            {button}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </form>
    </Dialog>
  )
}
