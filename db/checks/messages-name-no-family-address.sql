-- No message holds what opens a family's page: neither the code of a guardian link nor its token.
with said as materialized (
  select m.id as message_id, sha256(convert_to(found[1], 'UTF8')) as hash
  from messages m
  cross join lateral (
    select regexp_matches(m.text || ' ' || m.params::text, '[0-9a-z]{1,8}-[0-9A-Za-z]{10}', 'g') as found
    union all
    select regexp_matches(m.text || ' ' || m.params::text, '[0-9a-z]{1,8}-[0-9A-Za-z_-]{24}', 'g')
  ) secrets
  where m.school_id = current_school()
)
select said.message_id, link.id as guardian_link_id
from said join guardian_links link on link.school_id = current_school() and link.code_hash = said.hash
union all
select said.message_id, link.id
from said join guardian_links link on link.school_id = current_school() and link.token_hash = said.hash
