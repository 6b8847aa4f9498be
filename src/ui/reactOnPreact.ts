import { options, type Ref, type VNode } from 'preact'

/**
 * React as the browser gets it: Preact, which is a sixth of its size, and what it lacks. The bundler puts this module
 * in React's place (vite.config.ts, decision 0045).
 */
// @ts-expect-error Its types are those of a namespace. Those that the code sees are React's.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** react-router shows an address before its page is loaded only when it is told to. Shala does not tell it. */
export function useOptimistic<State>(state: State): [State, (state: State) => void] {
  return [state, () => {}]
}

const focusing = new WeakMap<object, Ref<HTMLElement>>()
const focused = new WeakSet<HTMLElement>()

/** Returns a ref that moves the focus to an element when it appears. The same for the same ref, as elements expect. */
function focusingRef(own: Ref<HTMLElement> | undefined): Ref<HTMLElement> {
  const known = focusing.get(own ?? focusing)
  if (known) return known
  const ref: Ref<HTMLElement> = (element) => {
    if (element && !focused.has(element)) {
      focused.add(element)
      element.focus()
    }
    if (typeof own === 'function') return own(element)
    if (own) own.current = element
  }
  focusing.set(own ?? focusing, ref)
  return ref
}

// React focuses an element with `autoFocus` when it appears. Preact only sets the attribute, which browsers heed while
// they load a page.
const before = options.vnode
options.vnode = (vnode: VNode<{ autoFocus?: boolean }>) => {
  if (typeof vnode.type === 'string' && vnode.props.autoFocus) vnode.ref = focusingRef(vnode.ref as Ref<HTMLElement> | undefined)
  before?.(vnode)
}
