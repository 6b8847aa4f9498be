import { Component, type ErrorInfo, type ReactNode } from 'react'
import { FailurePage } from './Frame.tsx'
import { type Failure, failureOf } from './request.ts'

/** Catches an error of a page of guardians, which React would answer with an empty page. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: failureOf(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return (
      <main>
        <FailurePage failure={failure} onRetry={() => location.reload()} />
      </main>
    )
  }
}
