import 'react'

declare module 'react' {
  /** Custom properties: values of the moment, such as a hue. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
