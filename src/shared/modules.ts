/** Modules that depend on another module: when that one is off, they are off too, whatever their own flag says. */
const parentModules = { onlineFees: 'feesModule' } as const

type ModuleFlags<Flag extends string> = Readonly<Record<Flag, boolean>>

/** Returns whether a module is on for a school: its flag is on, and so is the flag of the module that it depends on. */
export function hasModule<Flag extends string>(flags: ModuleFlags<Flag>, flag: Flag): boolean {
  const parent = (parentModules as Readonly<Partial<Record<string, string>>>)[flag] as Flag | undefined
  return flags[flag] && (parent === undefined || flags[parent])
}
