import { createElement, Fragment, render } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { expect, test } from 'vitest'
import './reactOnPreact.ts'

test('the effects of a render run before the next one, though nothing was painted', async () => {
  const order: string[] = []
  let openSecond = () => {}
  function First() {
    useEffect(() => void order.push('effect of the first'), [])
    return null
  }
  function Second() {
    useLayoutEffect(() => void order.push('second is there'), [])
    return null
  }
  function Place() {
    const [open, setOpen] = useState(false)
    openSecond = () => setOpen(true)
    return open ? createElement(Second, {}) : null
  }
  render(createElement(Fragment, {}, createElement(First, {}), createElement(Place, {})), document.createElement('div'))
  openSecond()
  await Promise.resolve()
  expect(order).toEqual(['effect of the first', 'second is there'])
})
