import { readdirSync, readFileSync } from 'node:fs'
const dir='/tmp/mineprof'
for (const file of readdirSync(dir)) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(`${dir}/${file}`, 'utf8'))
  if (!nodes.some((n) => n.callFrame.url.includes('students.types'))) continue
  const byId = new Map(nodes.map((n) => [n.id, n])); const parent = new Map()
  for (const n of nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const bucket = (n) => { const { url, functionName } = n.callFrame
    const m = /node_modules\/((@[^/]+\/)?[^/]+)/.exec(url); if (m) return m[1]
    if (url.includes('/src/')) return 'src'; if (url.startsWith('node:')) return url
    return functionName }
  const own = new Map(), incl = new Map()
  let total = 0
  // skip the startup: only samples after 40% of time
  let t = 0; const all = timeDeltas.reduce((a, b) => a + b, 0)
  samples.forEach((id, i) => { t += timeDeltas[i]; if (t < all * 0.5 || t > all * 0.8) return
    const n = byId.get(id); const f = n.callFrame.functionName
    if (f === '(idle)' ) return
    const d = timeDeltas[i]; total += d
    const b = bucket(n); own.set(b, (own.get(b) ?? 0) + d)
    const seen = new Set()
    for (let at = id; at !== undefined; at = parent.get(at)) { const c = byId.get(at).callFrame; const k = `${c.functionName} ${c.url.replace(/.*\/(node_modules|src)\//, '')}:${c.lineNumber}`; if (!seen.has(k)) { seen.add(k); incl.set(k, (incl.get(k) ?? 0) + d) } }
  })
  console.log(file, total / 1e6)
  for (const [k, v] of [...own].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log((v / total * 100).toFixed(1).padStart(5), k)
  console.log('--- inclusive')
  for (const [k, v] of [...incl].sort((a, b) => b[1] - a[1]).slice(0, 75)) console.log((v / total * 100).toFixed(1).padStart(5), k)
}
