-- How far the changes are, in which store, and what its clock says.
SELECT revision, store, {now} AS epoch_millis FROM ratelimit_directory_revision WHERE one = 1
