import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Replaces the children, and everything else of them that still works. */
  failure: ReactNode
  onError: (error: unknown) => void
  children: ReactNode
}

/** Replaces what throws while it is rendered, until it is mounted again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}
