#!/usr/bin/env bash
# Prints the configuration of Prometheus, which scrapes every process of the slices whose folders there are:
#   deploy/prometheus/make-config.sh > deploy/prometheus/prometheus.yml
set -euo pipefail
cd "$(dirname "$0")/../.."

names=gateway
targets=gateway:9464
for manifest in svc-*/package.json; do
  service=$(dirname "$manifest")
  for process in "$service" "$service-worker"; do
    [ "$process" = "$service" ] || [ -f "$service/src/worker.ts" ] || continue
    names+=", $process"
    targets+=", $process:9464"
  done
done

cat << YAML
global:
  scrape_interval: 15s
  evaluation_interval: 15s
rule_files: [alerts.yml]
alerting:
  alertmanagers:
    - static_configs: [{ targets: ['alertmanager:9093'] }]
scrape_configs:
  # Metrics of every instance: all addresses of each name.
  - job_name: offquad
    dns_sd_configs:
      - { type: A, port: 9464, names: [$names] }
    relabel_configs:
      - { source_labels: [__meta_dns_name], target_label: target }
  - job_name: backup
    static_configs:
      - targets: ['backup:9464']
        labels: { target: backup }
  # Whether at least one instance answers under each name. DNS forgets the name of a container that has stopped, and a
  # discovered target disappears with it instead of being down; a static one stays.
  - job_name: offquad-names
    static_configs:
      - targets: [$targets]
    relabel_configs:
      - { source_labels: [__address__], regex: '(.+):\d+', target_label: target }
    # The other job has the metrics; \`up\` is kept.
    metric_relabel_configs:
      - { source_labels: [__name__], regex: '.*', action: drop }
YAML
