import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Replaces all children, including those that still work. */
  failure: ReactNode
  onError: (error: unknown) => void
  children: ReactNode
}

/** Replaces children that throw while rendering, until it is mounted again. */
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
