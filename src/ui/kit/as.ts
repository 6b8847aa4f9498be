import type { ComponentPropsWithRef, ElementType } from 'react'

/** Props of a component that renders as an element or component of the caller's choice, with that one's own props. */
export type As<Tag extends ElementType, Own> = Own & { as?: Tag } & Omit<ComponentPropsWithRef<Tag>, keyof Own | 'as'>
