import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/**
 * Returns the sampler that `OTEL_TRACES_SAMPLER` names, with the share of `OTEL_TRACES_SAMPLER_ARG` (0 to 1, 1 when it
 * is anything else); `parentbased_always_on` by default (OpenTelemetry specification, "General SDK Configuration"). The
 * library reads these settings only in its package for automatic instrumentation, which brings every exporter with it.
 */
export function samplerOf(settings: Readonly<Record<string, string | undefined>>): Sampler {
  const argument = settings.OTEL_TRACES_SAMPLER_ARG?.trim()
  const share = argument ? Number(argument) : 1
  const ratio = () => new TraceIdRatioBasedSampler(share >= 0 && share <= 1 ? share : 1)
  switch (settings.OTEL_TRACES_SAMPLER ?? '') {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return ratio()
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: ratio() })
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
  }
}
