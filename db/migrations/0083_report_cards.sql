-- Published results: which sections and parts, and the report card of each student as it was then (decisions/0086).

create sequence result_publication_ids;
create table result_publications (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('result_publication_ids'),
  term_id bigint not null,
  section_id bigint not null,
  -- The part of the scheme; '' for the year.
  part text not null check (length(part) <= 60),
  -- The scheme as it was then: a row of one with scores is never changed.
  scheme_id bigint not null,
  -- Families see the cards from this day on.
  visible_from date not null,
  cards integer not null check (cards > 0),
  -- Students without a card, because scores of theirs were missing.
  left_out integer not null check (left_out >= 0),
  published_at timestamptz not null default now(),
  published_by uuid not null,
  published_by_name text not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_by_name text,
  withdraw_reason text check (length(withdraw_reason) between 1 and 200),
  primary key (school_id, id),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check ((withdrawn_at is null) = (withdrawn_by_name is null)),
  check ((withdrawn_at is null) = (withdraw_reason is null)),
  foreign key (school_id, term_id, section_id) references sections (school_id, term_id, id),
  foreign key (school_id, scheme_id) references assessment_schemes (school_id, id)
);
create unique index result_publications_once on result_publications (school_id, section_id, part) where withdrawn_at is null;
create index result_publications_term on result_publications (school_id, term_id, section_id);
create index result_publications_scheme on result_publications (school_id, scheme_id);

-- One student's card, as reportCard.schema.ts checks it. It is never changed, and goes with its student.
create sequence report_card_ids;
create table report_cards (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('report_card_ids'),
  publication_id bigint not null,
  term_id bigint not null,
  student_id bigint not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- Of the page behind the code on the paper, which says whether it is genuine.
  token text not null check (length(token) between 20 and 80),
  primary key (school_id, id),
  unique (school_id, publication_id, student_id),
  foreign key (school_id, publication_id) references result_publications (school_id, id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create unique index report_cards_token on report_cards (school_id, token);
create index report_cards_student on report_cards (school_id, student_id, term_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['result_publications', 'report_cards'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
revoke update, delete on result_publications from shala_app;
grant update (withdrawn_at, withdrawn_by, withdrawn_by_name, withdraw_reason) on result_publications to shala_app;
revoke update on report_cards from shala_app;
