import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { QrPath } from '#shared/qrCode.ts'

/** The code of the child's ID card, for the gate when the card was left at home. Drawn when it is asked for. */
export function CardCode({ code, name }: { code: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section className="card" aria-labelledby="card-code">
      <h2 id="card-code">
        <Trans>ID card</Trans>
      </h2>
      {open ? (
        <Code code={code} name={name} />
      ) : (
        <button type="button" className="secondary" onClick={() => setOpen(true)}>
          <Trans>Show the code for the gate</Trans>
        </button>
      )}
    </section>
  )
}

function Code({ code, name }: { code: string; name: string }) {
  const [qr, setQr] = useState<QrPath | null>(null)
  useEffect(() => {
    void import('#shared/qrCode.ts').then(({ qrPath }) => setQr(qrPath(code)))
  }, [code])
  if (qr === null) return null
  const { size, path } = qr
  return (
    <svg
      className="qr"
      role="img"
      aria-label={t`Code of ${name}`}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
