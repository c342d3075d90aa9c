/**
 * What MongoDB 7.0 has beyond this server. A name listed here is refused as not supported by embedded-mongo; any other
 * unknown name is refused as MongoDB refuses it.
 * @see https://www.mongodb.com/docs/manual/reference/operator/
 */

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

export const queryOperatorsOfMongoDB = names(`
  $all $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $eq $elemMatch $exists $geoIntersects $geoWithin $gt $gte $in
  $lt $lte $mod $ne $near $nearSphere $nin $not $options $regex $size $type $within
`)

export const topLevelQueryOperatorsOfMongoDB = names(`
  $alwaysFalse $alwaysTrue $and $comment $expr $jsonSchema $nor $or $sampleRate $text $where
`)

export const updateOperatorsOfMongoDB = names(`
  $addToSet $bit $currentDate $inc $max $min $mul $pop $pull $pullAll $push $rename $set $setOnInsert $unset
`)

export const stagesOfMongoDB = names(`
  $addFields $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $count $currentOp $densify
  $documents $facet $fill $geoNear $graphLookup $group $indexStats $limit $listLocalSessions $listSampledQueries
  $listSearchIndexes $listSessions $lookup $match $merge $out $planCacheStats $project $redact $replaceRoot $replaceWith
  $sample $search $searchMeta $set $setWindowFields $shardedDataDistribution $skip $sort $sortByCount $unionWith $unset
  $unwind $vectorSearch
`)

export const accumulatorsOfMongoDB = names(`
  $accumulator $addToSet $avg $bottom $bottomN $count $first $firstN $last $lastN $max $maxN $median $mergeObjects $min
  $minN $percentile $push $stdDevPop $stdDevSamp $sum $top $topN
`)

export const expressionsOfMongoDB = names(`
  $abs $acos $acosh $add $allElementsTrue $and $anyElementTrue $arrayElemAt $arrayToObject $asin $asinh $atan $atan2
  $atanh $avg $binarySize $bitAnd $bitNot $bitOr $bitXor $bsonSize $ceil $cmp $concat $concatArrays $cond $const $convert
  $cos $cosh $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc
  $dayOfMonth $dayOfWeek $dayOfYear $degreesToRadians $divide $eq $exp $filter $first $firstN $floor $function $getField
  $gt $gte $hour $ifNull $in $indexOfArray $indexOfBytes $indexOfCP $isArray $isNumber $isoDayOfWeek $isoWeek
  $isoWeekYear $last $lastN $let $literal $ln $log $log10 $lt $lte $ltrim $map $max $maxN $median $mergeObjects $meta
  $millisecond $min $minN $minute $mod $month $multiply $ne $not $objectToArray $or $percentile $pow $radiansToDegrees
  $rand $range $reduce $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim
  $sampleRate $second $setDifference $setEquals $setField $setIntersection $setIsSubset $setUnion $sin $sinh $size $slice
  $sortArray $split $sqrt $stdDevPop $stdDevSamp $strcasecmp $strLenBytes $strLenCP $substr $substrBytes $substrCP
  $subtract $sum $switch $tan $tanh $toBool $toDate $toDecimal $toDouble $toHashedIndexKey $toInt $toLong $toLower
  $toObjectId $toString $toUpper $trim $trunc $tsIncrement $tsSecond $type $unsetField $week $year $zip
`)

export const commandsOfMongoDB = names(`
  abortTransaction appendOplogNote applyOps authenticate autoCompact bulkWrite cloneCollectionAsCapped collMod collStats
  commitTransaction compact connPoolStats convertToCapped createRole createUser currentOp dbHash dbStats
  dropAllRolesFromDatabase dropAllUsersFromDatabase dropConnections dropRole dropUser explain filemd5 fsync fsyncUnlock
  getClusterParameter getCmdLineOpts getDefaultRWConcern getLog getParameter grantPrivilegesToRole grantRolesToRole
  grantRolesToUser hostInfo invalidateUserCache killAllSessions killAllSessionsByPattern killOp killSessions
  listCommands logRotate logout lockInfo mapReduce planCacheClear profile refreshSessions reIndex renameCollection
  replSetGetConfig replSetGetStatus replSetInitiate replSetStepDown revokePrivilegesFromRole revokeRolesFromRole
  revokeRolesFromUser rolesInfo rotateCertificates saslContinue saslStart setClusterParameter setDefaultRWConcern
  setFeatureCompatibilityVersion setIndexCommitQuorum setParameter shutdown startSession top updateRole updateUser
  usersInfo validate whatsmyip
`)
