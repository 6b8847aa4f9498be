-- result_publications_live (0099) has taken its place.
drop index result_publications_once;
